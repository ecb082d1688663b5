<%@ Page Language="C#" %>
<%@ Import Namespace="System.Collections.Generic" %>
<%@ Import Namespace="System.IO" %>
<%@ Import Namespace="System.Linq" %>
<script runat="server">
  // The register: number, name, town, trade; phone and year stand on the page of a member alone.
  public class Member { public string Number { get; set; } public string Name { get; set; } public string Town { get; set; } public string Trade { get; set; } public string Phone { get; set; } public string Since { get; set; } }
  List<Member> All() {
    return File.ReadAllLines(Server.MapPath("members.txt")).Select(line => line.Split('\t'))
      .Select(f => new Member { Number = f[0], Name = f[1], Town = f[2], Trade = f[3], Phone = f[4], Since = f[5] }).ToList();
  }
  List<Member> Found() {
    string word = (string)ViewState["word"] ?? "", trade = (string)ViewState["trade"] ?? "";
    return All().Where(m => (word == "" || m.Name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0) && (trade == "" || m.Trade == trade)).OrderBy(m => m.Name).ThenBy(m => m.Number).ToList();
  }
  void Show() {
    var found = Found();
    lvMembers.DataSource = found; lvMembers.DataBind();
    lblCount.Text = found.Count == 0 ? "" : found.Count + " members found";
    dpBottom.Visible = found.Count > 0;
  }
  void Wrote(string what) { File.AppendAllText(Server.MapPath("wrote.txt"), what + "\n"); }
  protected void Page_Load(object s, EventArgs e) {
    if (IsPostBack) return;
    ddlTrade.Items.Add(new ListItem("- any trade -", ""));
    foreach (var one in All().Select(m => m.Trade).Distinct().OrderBy(x => x)) ddlTrade.Items.Add(one);
    dpBottom.Visible = false;
  }
  protected void Find(object s, EventArgs e) {
    ViewState["word"] = txtWord.Text.Trim(); ViewState["trade"] = ddlTrade.SelectedValue;
    pnlOne.Visible = false; pnlList.Visible = true;
    dpBottom.SetPageProperties(0, dpBottom.PageSize, false); Show();
  }
  protected void Turn(object s, PagePropertiesChangingEventArgs e) { dpBottom.SetPageProperties(e.StartRowIndex, e.MaximumRows, false); Show(); }
  protected void Row(object s, ListViewCommandEventArgs e) {
    var number = (string)e.CommandArgument;
    if (e.CommandName == "Open") {
      fvOne.DataSource = All().Where(m => m.Number == number).ToList(); fvOne.DataBind();
      pnlOne.Visible = true; pnlList.Visible = false;
    } else if (e.CommandName == "Strike" || e.CommandName == "Extract") Wrote(e.CommandName + " " + number);
  }
  protected void Back(object s, EventArgs e) { pnlOne.Visible = false; pnlList.Visible = true; Show(); }
  protected void Csv(object s, EventArgs e) {
    Response.Clear(); Response.ContentType = "text/csv"; Response.AddHeader("Content-Disposition", "attachment; filename=members.csv");
    Response.Write("Number;Name;Town;Trade\r\n");
    foreach (var m in Found()) Response.Write(string.Join(";", m.Number, m.Name, m.Town, m.Trade) + "\r\n");
    Response.End();
  }
  protected void Join(object s, EventArgs e) { Wrote("join " + txtMail.Text); }
</script>
<html><head runat="server"><title>Guild of Trades</title></head><body>
<form id="aspnetForm" runat="server">
<asp:ScriptManager ID="smMain" runat="server" />
<div id="header"><a href="Default.aspx">Guild of Trades</a></div>
<h1>Find a member</h1>
<asp:UpdatePanel ID="upAll" runat="server"><ContentTemplate>
<asp:Panel ID="pnlFind" runat="server" DefaultButton="btnFind">
<asp:Label runat="server" AssociatedControlID="txtWord" Text="Name" /> <asp:TextBox ID="txtWord" runat="server" />
<asp:Label runat="server" AssociatedControlID="ddlTrade" Text="Trade" /> <asp:DropDownList ID="ddlTrade" runat="server" />
<asp:LinkButton ID="btnFind" runat="server" OnClick="Find" Text="Find" CssClass="button" />
</asp:Panel>
<asp:Panel ID="pnlList" runat="server">
<asp:Label ID="lblCount" runat="server" />
<asp:ListView ID="lvMembers" runat="server" OnPagePropertiesChanging="Turn" OnItemCommand="Row">
<LayoutTemplate><table class="members"><tr><th>Number</th><th>Name</th><th>Town</th><th>Trade</th><th></th></tr><asp:PlaceHolder ID="itemPlaceholder" runat="server" /></table></LayoutTemplate>
<ItemTemplate><tr><td><%# Eval("Number") %></td><td><asp:LinkButton runat="server" ID="lnkOpen" CommandName="Open" CommandArgument='<%# Eval("Number") %>' Text='<%# Eval("Name") %>' /></td><td><%# Eval("Town") %></td><td><%# Eval("Trade") %></td>
<td><asp:LinkButton runat="server" ID="lnkStrike" CommandName="Strike" CommandArgument='<%# Eval("Number") %>' Text="Strike off" /> <asp:Button runat="server" ID="btnExtract" CommandName="Extract" CommandArgument='<%# Eval("Number") %>' Text="Order extract" /></td></tr></ItemTemplate>
<EmptyDataTemplate><p>No member was found.</p></EmptyDataTemplate>
</asp:ListView>
<asp:DataPager ID="dpBottom" runat="server" PagedControlID="lvMembers" PageSize="8"><Fields>
<asp:NextPreviousPagerField ButtonType="Link" ShowFirstPageButton="true" ShowLastPageButton="true" ShowNextPageButton="true" ShowPreviousPageButton="true" NextPageText="Next page" PreviousPageText="Previous page" FirstPageText="First" LastPageText="Last" />
</Fields></asp:DataPager>
</asp:Panel>
<asp:Panel ID="pnlOne" runat="server" Visible="false">
<asp:FormView ID="fvOne" runat="server"><ItemTemplate><h2><%# Eval("Name") %></h2><table><tr><th>Number</th><td><%# Eval("Number") %></td></tr><tr><th>Town</th><td><%# Eval("Town") %></td></tr><tr><th>Trade</th><td><%# Eval("Trade") %></td></tr><tr><th>Phone</th><td><%# Eval("Phone") %></td></tr><tr><th>Member since</th><td><%# Eval("Since") %></td></tr></table></ItemTemplate></asp:FormView>
<asp:LinkButton ID="lnkBack" runat="server" OnClick="Back" Text="Back to the list" />
</asp:Panel>
</ContentTemplate><Triggers><asp:PostBackTrigger ControlID="btnCsv" /></Triggers></asp:UpdatePanel>
<asp:Button ID="btnCsv" runat="server" OnClick="Csv" Text="Export to CSV" />
<div id="footer">Our letter: <asp:TextBox ID="txtMail" runat="server" /> <asp:Button ID="btnJoin" runat="server" OnClick="Join" Text="Sign me up" /></div>
</form></body></html>
