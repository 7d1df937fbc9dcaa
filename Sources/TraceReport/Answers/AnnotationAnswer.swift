/// An answer that a system for continuous integration shows as annotations without a place in the code.
package protocol AnnotationAnswer: Answer {
  /// The annotations, no more of a level than such a system shows.
  var annotations: [Annotation] { get }
  /// The line below them, which begins with a word that is no command.
  var annotationsEnd: String { get }
}
