// A host for the pages beside it: System.Web does the work, HttpListener carries the requests.
// usage: mono bin/Host.exe FOLDER PORT
using System; using System.Collections.Generic; using System.IO; using System.Net; using System.Threading;
using System.Web; using System.Web.Hosting;

public class Bridge : MarshalByRefObject {
  public override object InitializeLifetimeService() { return null; }
  public object[] Answer(string method, string path, string query, string[] heads, byte[] body) {
    var work = new Work(method, path, query, heads, body);
    HttpRuntime.ProcessRequest(work);
    work.Done.WaitOne(60000);
    return new object[] { work.Status, work.Heads.ToArray(), work.Output.ToArray() };
  }
}

class Work : SimpleWorkerRequest {
  public int Status = 200;
  public List<string> Heads = new List<string>();
  public MemoryStream Output = new MemoryStream();
  public ManualResetEvent Done = new ManualResetEvent(false);
  readonly string method, query; readonly byte[] body;
  readonly Dictionary<string, string> sent = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

  public Work(string m, string path, string q, string[] heads, byte[] b) : base(path.TrimStart('/'), q, TextWriter.Null) {
    method = m; query = q; body = b;
    for (int i = 0; i < heads.Length; i += 2) sent[heads[i]] = heads[i + 1];
  }
  public override string GetHttpVerbName() { return method; }
  public override string GetKnownRequestHeader(int i) { return GetUnknownRequestHeader(GetKnownRequestHeaderName(i)); }
  public override string GetUnknownRequestHeader(string name) { string v; return sent.TryGetValue(name, out v) ? v : null; }
  public override byte[] GetPreloadedEntityBody() { return body; }
  public override bool IsEntireEntityBodyIsPreloaded() { return true; }
  public override void SendStatus(int code, string text) { Status = code; }
  public override void SendKnownResponseHeader(int i, string v) { Heads.Add(GetKnownResponseHeaderName(i)); Heads.Add(v); }
  public override void SendUnknownResponseHeader(string name, string v) { Heads.Add(name); Heads.Add(v); }
  public override void SendResponseFromMemory(byte[] data, int n) { Output.Write(data, 0, n); }
  public override void SendResponseFromFile(string name, long at, long n) { var all = File.ReadAllBytes(name); Output.Write(all, 0, all.Length); }
  public override void FlushResponse(bool isLast) { if (isLast) Done.Set(); }
  public override void EndOfRequest() { base.EndOfRequest(); Done.Set(); }
}

public static class Host {
  public static void Main(string[] given) {
    var bridge = (Bridge)ApplicationHost.CreateApplicationHost(typeof(Bridge), "/", Path.GetFullPath(given[0]) + "/");
    var listener = new HttpListener();
    listener.Prefixes.Add("http://127.0.0.1:" + given[1] + "/");
    listener.Start();
    while (true) {
      var c = listener.GetContext();
      try { Serve(bridge, c); } catch (Exception e) { Console.Error.WriteLine(e); try { c.Response.StatusCode = 500; c.Response.Close(); } catch (Exception) {} }
    }
  }
  static void Serve(Bridge bridge, HttpListenerContext c) {
    var heads = new List<string>();
    foreach (string name in c.Request.Headers) { heads.Add(name); heads.Add(c.Request.Headers[name]); }
    var body = new MemoryStream();
    c.Request.InputStream.CopyTo(body);
    var url = c.Request.Url;
    var came = bridge.Answer(c.Request.HttpMethod, Uri.UnescapeDataString(url.AbsolutePath), url.Query.TrimStart('?'), heads.ToArray(), body.ToArray());
    c.Response.StatusCode = (int)came[0];
    var sent = (string[])came[1];
    for (int i = 0; i < sent.Length; i += 2)
      switch (sent[i].ToLowerInvariant()) {
        case "content-type": c.Response.ContentType = sent[i + 1]; break;
        case "location": c.Response.RedirectLocation = sent[i + 1]; break;
        case "set-cookie": case "content-disposition": c.Response.AppendHeader(sent[i], sent[i + 1]); break;
      }
    var data = (byte[])came[2];
    c.Response.ContentLength64 = data.Length;
    c.Response.OutputStream.Write(data, 0, data.Length);
    c.Response.Close();
  }
}
