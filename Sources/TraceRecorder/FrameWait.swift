#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// Waits for the next frame of a scene.
  ///
  /// From iOS 18, tvOS 18 and visionOS 2 on UIKit says when Core Animation has committed the frame. Before, and on Mac
  /// Catalyst, which has no such call, a display link shows it: it ticks before a frame is committed, so the second
  /// tick follows the first frame. Neither causes a frame that would not be drawn anyway, and neither says when the
  /// frame is visible.
  ///
  /// Source: Apple, `UIUpdateActionPhase` (the order of the phases), `UIUpdateLink`, `CADisplayLink`.
  @MainActor final class FrameWait: NSObject {
    private let drawn: @Sendable (_ frame: StaticString) -> Void
    private var ticks = 0

    private init(_ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) { self.drawn = drawn }

    /// Calls `drawn` once, on the main thread.
    static func begin(in scene: UIWindowScene, _ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) {
      #if !targetEnvironment(macCatalyst)
        if #available(iOS 18, tvOS 18, visionOS 2, *) {
          let update = UIUpdateLink(windowScene: scene)
          // The link keeps its action, and the action the link until it has run.
          var kept: UIUpdateLink? = update
          update.addAction(to: .afterCATransactionCommit) { _, _ in
            guard let link = kept else { return }
            kept = nil
            link.isEnabled = false
            drawn("commit")
          }
          update.isEnabled = true
          return
        }
      #endif
      // The link keeps its target until it is invalidated.
      let link = CADisplayLink(target: FrameWait(drawn), selector: NSSelectorFromString("tick:"))
      link.add(to: .main, forMode: .common)
    }

    // The type check on Linux knows no Objective-C.
    #if _runtime(_ObjC)
      @objc(tick:)
    #endif
    private func tick(_ link: CADisplayLink) {
      ticks += 1
      if ticks < 2 { return }
      link.invalidate()
      drawn("displayLink")
    }
  }
#endif
