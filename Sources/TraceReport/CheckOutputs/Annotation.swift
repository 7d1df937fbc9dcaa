/// A sentence that a system for continuous integration shows beside a run.
package struct Annotation: Equatable {
  var level: AlertLevel
  var title, text: String
}
