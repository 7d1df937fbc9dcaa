import TraceAnalyzer
import TraceModel

extension LaunchKind {
  /// What a launch of this kind is, in one sentence.
  package var meaning: String {
    switch self {
    case .cold:
      "The first launch since the device started or the app or the system changed, or after more than 7 days: iOS has"
        + " little of the app in memory."
    case .warm:
      "A later launch with the same start of the device and the same versions: iOS may have much of it in memory."
    case .prewarmed:
      "iOS started the process before the user opened the app; the launch time begins when the user opens it."
    case .unclassified:
      "A launch whose kind the log does not show: cold and warm are told apart by an earlier launch of the app on the"
        + " device, and from a launch in the background by a sign of the foreground."
    case .background:
      "A launch for work in the background: its launch time does not count."
    case .extension: "An extension runs in a process of its own, and has no launch time."
    }
  }
}

extension LaunchPhaseName {
  /// What happens in it, as in `from the start of the process to 'main'`.
  package var meaning: String {
    switch self {
    case .processCreation: "from the request to start the app until the kernel has created its process"
    case .systemInterface: "from the start of the process until the system's frameworks are loaded"
    case .staticInitializers: "the time of code that runs before 'main': initializers of C++, '+load', constructors"
    case .preMain: "from the start of the process to 'main', if nothing splits it: loading, binding, initializers"
    case .uikitInit:
      "from 'main', or if that is not recorded from the start, until UIKit calls the app's delegate for the first time"
    case .appInit: "the app's delegate: from its first callback to the end of 'didFinishLaunching'"
    case .launching:
      "from 'main', or if that is not recorded from the start, to 'didFinishLaunching', where that is one instant: the "
        + "log does not say when the delegate's work began"
    case .sceneConnect: "the connection of the first scene: its delegate and its first view controllers"
    case .firstFrame: "the last one, until the first frame is on the screen: layout, drawing, first activation"
    }
  }
}
