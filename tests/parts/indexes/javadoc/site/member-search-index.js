memberSearchIndex = [{"p":"a","c":"B","l":"c()"}];
