#if canImport(UIKit) && !os(watchOS)
  public import TraceVocabulary
  public import UIKit

  /// The callbacks of the app delegate and of scene delegates.
  ///
  /// `UIKitObserver` records notifications, which UIKit posts whoever handles them. Only callbacks show what the app
  /// handles itself, and why it was launched: `tracetool compare` needs both to show what was lost when an app adopted
  /// scenes.
  extension TraceRecorder {
    /// Records `application(_:didFinishLaunchingWithOptions:)`: call it there first.
    ///
    /// It records why the process was launched, as far as the options say it, the state of the application, and if
    /// protected data could be read; of a URL or a notification nothing but that there is one.
    ///
    /// - Parameter options: The options of the launch, which are nil in an app with scenes.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @available(iOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(tvOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(visionOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension has no application that launches")
    @MainActor public func launch(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> TraceSpan {
      let state = UIApplication.shared.applicationState
      let reason = Self.reason(options ?? [:], state)
      let isAvailable = UIApplication.shared.isProtectedDataAvailable
      let begin = (reason.map { [.reason($0)] } ?? []) + [TraceField.attribute("protectedData", isAvailable)]
      let fields: [TraceField] = [.source("delegate"), .attribute("applicationState", Self.name(state))]
      return span(.appDidFinishLaunching, begin: begin, fields)
    }

    /// Records `scene(_:willConnectTo:options:)`: call it there first.
    ///
    /// It records why the scene connects, how many URLs it is to open, and if its session has a state to restore; never
    /// a URL.
    ///
    /// - Parameters:
    ///   - scene: The scene that connects.
    ///   - options: The options of the connection.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @MainActor public func connect(_ scene: UIScene, _ options: UIScene.ConnectionOptions) -> TraceSpan {
      let restores = scene.session.stateRestorationActivity != nil
      let begin: [TraceField] = [
        .reason(Self.reason(options, restores: restores)), .attribute("urls", options.urlContexts.count),
        .attribute("restores", restores),
      ]
      return span(.sceneWillConnect, begin: begin, [.source("delegate")] + UIKitObserver.fields(scene))
    }

    /// Records any other callback of a scene delegate: call it there first.
    ///
    /// - Parameters:
    ///   - kind: The callback, such as `.sceneDidEnterBackground` or `.sceneOpenURL`.
    ///   - scene: The scene that it is about.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @MainActor public func callback(_ kind: EventKind, of scene: UIScene) -> TraceSpan {
      span(kind, begin: [], [.source("delegate")] + UIKitObserver.fields(scene))
    }

    /// Records the entry of a callback, of which some fields stand at its entry alone.
    private func span(_ kind: EventKind, begin: [TraceField], _ fields: [TraceField]) -> TraceSpan {
      record(kind, fields + begin + [.phase("begin")])
      return TraceSpan(recorder: self, kind: kind, fields: fields + [.phase("end")])
    }

    /// Why the process was launched; nil where the options do not say it.
    private static func reason(
      _ options: [UIApplication.LaunchOptionsKey: Any], _ state: UIApplication.State
    ) -> String? {
      if options[.url] != nil { return "url" }
      if options[.userActivityDictionary] != nil { return "userActivity" }
      #if !os(tvOS)
        if options[.shortcutItem] != nil { return "shortcut" }
      #endif
      // A push that woke the app in the background was tapped by nobody.
      if options[.remoteNotification] != nil { return state == .background ? "remoteNotification" : "notification" }
      if options[.location] != nil { return "location" }
      return options[.bluetoothCentrals] != nil || options[.bluetoothPeripherals] != nil ? "bluetooth" : nil
    }

    /// Why a scene connects.
    @MainActor private static func reason(_ options: UIScene.ConnectionOptions, restores: Bool) -> String {
      if !options.urlContexts.isEmpty { return "url" }
      if !options.userActivities.isEmpty { return "userActivity" }
      #if !os(tvOS)
        if options.shortcutItem != nil { return "shortcut" }
        if options.notificationResponse != nil { return "notification" }
      #endif
      return restores ? "restoration" : "new"
    }

    private static func name(_ state: UIApplication.State) -> String {
      switch state {
      case .active: "active"
      case .inactive: "inactive"
      case .background: "background"
      @unknown default: "unknown"
      }
    }
  }
#endif
