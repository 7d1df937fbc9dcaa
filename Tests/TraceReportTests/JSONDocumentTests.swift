import Testing

@testable import TraceReport

@Suite(.tags(.small)) struct JSONDocumentTests {
  struct Body: Encodable {
    var path = "a/b"
    var alpha = ["z": 1, "b": 2]
  }

  struct Empty: Encodable {}

  @Test func `a document begins with its schema, then the report, then sorted keys`() throws {
    #expect(
      try JSONDocument.text("check", Body())
        == #"{"schema":"tracetool.check/1","alpha":{"b":2,"z":1},"path":"a/b"}"# + "\n")
    #expect(
      try JSONDocument.text("report", report: "background", Empty())
        == #"{"schema":"tracetool.report/1","report":"background"}"# + "\n")
  }

  @Test func `a number that JSON has no word for is text`() throws {
    #expect(try JSONDocument.line([Double.infinity]) == #"["inf"]"# + "\n")
  }
}
