/// An answer that stands as a comment on a pull request, or in the summary of a job.
package protocol CommentAnswer: Answer {
  /// The comment in Markdown, each line with a newline; the first line is a marker by which a program finds it again.
  var comment: String { get }
}
