#if canImport(UIKit) && !os(watchOS)
  import Dispatch
  import Foundation
  import UIKit

  /// Waits for the next frame of a scene.
  ///
  /// From iOS 18, tvOS 18 and visionOS 2 on UIKit says when Core Animation has committed the frame. Before, and on Mac
  /// Catalyst, which has no such call, a display link shows it: it ticks before a frame is committed, so the second
  /// tick follows the first frame. Neither says when the frame is visible.
  ///
  /// The actions of a link run only if something updates, unless it asks for continuous updates: so it asks for them
  /// until it has run, as the first screen may not change before it is touched.
  ///
  /// Source: Apple, `UIUpdateActionPhase` (the order of the phases), `UIUpdateLink.requiresContinuousUpdates`,
  /// `CADisplayLink`.
  @MainActor final class FrameWait: NSObject {
    private let drawn: @Sendable (_ frame: StaticString) -> Void
    private var ticks = 0
    /// The link, a `UIUpdateLink`, which keeps its action, and so this object.
    private var link: AnyObject?

    private init(_ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) { self.drawn = drawn }

    /// Calls `drawn` once, on the main thread.
    static func begin(in scene: UIWindowScene, _ drawn: @escaping @Sendable (_ frame: StaticString) -> Void) {
      #if !targetEnvironment(macCatalyst)
        if #available(iOS 18, tvOS 18, visionOS 2, *) {
          let wait = FrameWait(drawn)
          let update = UIUpdateLink(windowScene: scene)
          wait.link = update
          update.addAction(to: .afterCATransactionCommit) { update, _ in wait.end(update) }
          update.isEnabled = true
          update.requiresContinuousUpdates = true
          return
        }
      #endif
      // The link keeps its target until it is invalidated.
      let link = CADisplayLink(target: FrameWait(drawn), selector: NSSelectorFromString("tick:"))
      link.add(to: .main, forMode: .common)
    }

    #if !targetEnvironment(macCatalyst)
      @available(iOS 18, tvOS 18, visionOS 2, *)
      private func end(_ update: UIUpdateLink) {
        if link == nil || !update.isEnabled { return }
        update.isEnabled = false
        drawn("commit")
        // It may not be freed within its own action.
        DispatchQueue.main.async { MainActor.assumeIsolated { self.link = nil } }
      }
    #endif

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
