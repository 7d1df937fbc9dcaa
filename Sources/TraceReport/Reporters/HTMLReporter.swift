/// One page for a browser, without a script.
enum HTMLReporter: Reporter {
  static let name = "html"
  static let isForBrowser = true
  static let capacity = ReportCapacity.parts

  static func writes(_ answer: any Answer.Type) -> Bool { answer is any PageAnswer.Type }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    guard let page = try readable(answer, as: (any PageAnswer).self).page else {
      throw UnwritableAnswer(format: name, answer: "\(Swift.type(of: answer)) without a page")
    }
    try put(page.text)
  }
}

/// An answer that can be a page with pictures.
package protocol PageAnswer: Answer {
  /// The page; nil unless it was asked for, as making it costs more than the answer itself.
  var page: Page? { get }
}
