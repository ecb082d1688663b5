rd_("@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]@k[0,\"crate\"]")
