/// A document of the Static Analysis Results Interchange Format, with the parts of it that a check fills.
///
/// Source: OASIS, SARIF Version 2.1.0 Plus Errata 01. The names are the standard's.
struct SARIFLog: Encodable {
  let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var automationDetails: AutomationDetails
    var invocations: [Invocation]
    let originalUriBaseIds = ["SRCROOT": ArtifactLocation(description: Message("The folder that tracetool ran in."))]
    let columnKind = "utf16CodeUnits"
    var results: [Result]
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    let name = "tracetool"
    var semanticVersion: String
    var rules: [Rule]
  }

  struct AutomationDetails: Encodable {
    var id: String
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
  }

  struct Message: Encodable {
    var text: String

    /// A text in which nothing stands for a link or an argument.
    init(_ text: String) { self.text = SARIFText.escaped(text) }

    /// A text with links of its own, whose other parts are escaped already.
    init(escaped text: String) { self.text = text }
  }

  struct ArtifactLocation: Encodable {
    var uri: String?
    var uriBaseId: String?
    var description: Message?
  }
}
