/// An answer that stands as a comment on a pull request, or in the summary of a job.
package protocol CommentAnswer: Answer {
  /// The comment in Markdown, each line with a newline; the first line is a marker by which a program finds it again.
  var comment: String { get }

  /// The word of the marker, as in `report`.
  static var marker: String { get }
}

extension CommentAnswer where Self: ScreenAnswer {
  /// The tables of the screen, one below the other.
  package var comment: String {
    let tables = tables(drawing: Drawing()).map(\.markdown).joined(separator: "\n")
    return "<!-- tracetool:\(Self.marker) -->\n" + tables
  }
}
