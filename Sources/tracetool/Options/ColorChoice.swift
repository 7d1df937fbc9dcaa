/// When results are colored; `auto` leaves it to the terminal and the environment.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// True or false if the choice does not depend on the terminal; else nil.
  var isColored: Bool? {
    switch self {
    case .auto: nil
    case .always: true
    case .never: false
    }
  }
}
