#if canImport(UIKit) && !os(watchOS)
  public import TraceVocabulary
  public import UIKit

  /// The callbacks of the app delegate and of scene delegates.
  ///
  /// `AppTrace` records notifications by itself, which UIKit posts whether or not the app handles them. Only callbacks
  /// show what the app handles itself, and why it was launched: `tracetool compare` needs both to show what was lost
  /// when an app adopted scenes.
  extension AppTrace {
    /// Records `application(_:didFinishLaunchingWithOptions:)`: call it there first.
    ///
    /// It records why the process was launched, as far as the options say it, the state of the application, and whether
    /// protected data could be read. Of a URL or a notification it records only that there is one.
    ///
    /// - Parameter options: The options of the launch, which are nil in an app with scenes.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @available(iOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(tvOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(visionOSApplicationExtension, unavailable, message: "an extension has no application that launches")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension has no application that launches")
    @MainActor public static func beginLaunch(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> TraceSpan {
      let state = UIApplication.shared.applicationState
      let reason = reason(options ?? [:], state)
      let isAvailable = UIApplication.shared.isProtectedDataAvailable
      let entry = (reason.map { [.reason($0)] } ?? []) + [TraceField.attribute("protectedData", isAvailable)]
      let fields: [TraceField] = [.source("delegate"), .attribute("applicationState", UIKitHost.name(state))]
      return callback(.appDidFinishLaunching, entry: entry, fields)
    }

    /// Records `scene(_:willConnectTo:options:)`: call it there first.
    ///
    /// It records why the scene connects, how many URLs it is to open, and whether its session has a state to restore;
    /// never a URL.
    ///
    /// - Parameters:
    ///   - scene: The scene that connects.
    ///   - options: The options of the connection.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @MainActor public static func beginConnection(of scene: UIScene, _ options: UIScene.ConnectionOptions) -> TraceSpan
    {
      let restores = scene.session.stateRestorationActivity != nil
      let entry: [TraceField] = [
        .reason(reason(options, restores: restores)), .attribute("urls", options.urlContexts.count),
        .attribute("restores", restores),
      ]
      return callback(.sceneWillConnect, entry: entry, [.source("delegate")] + UIKitHost.fields(scene))
    }

    /// Records any other callback of a scene delegate: call it there first.
    ///
    /// - Parameters:
    ///   - kind: The callback, such as `.sceneDidEnterBackground` or `.sceneOpenURL`.
    ///   - scene: The scene that it is about.
    /// - Returns: The callback; call `end` on it as the callback returns, or use `run`.
    @MainActor public static func beginCallback(_ kind: EventKind, of scene: UIScene) -> TraceSpan {
      callback(kind, entry: [], [.source("delegate")] + UIKitHost.fields(scene))
    }

    /// Why the process was launched; nil where the options do not say it.
    private static func reason(
      _ options: [UIApplication.LaunchOptionsKey: Any], _ state: UIApplication.State
    ) -> StaticString? {
      if options[.url] != nil { return "url" }
      if options[.userActivityDictionary] != nil { return "userActivity" }
      #if !os(tvOS)
        if options[.shortcutItem] != nil { return "shortcut" }
      #endif
      // The user did not tap a push that woke the app in the background. The role of the process tells the two apart:
      // the state is background in every launch of an app with scenes.
      if options[.remoteNotification] != nil {
        return System.isInForeground ?? (state != .background) ? "notification" : "remoteNotification"
      }
      if options[.location] != nil { return "location" }
      return options[.bluetoothCentrals] != nil || options[.bluetoothPeripherals] != nil ? "bluetooth" : nil
    }

    /// Why a scene connects.
    @MainActor private static func reason(_ options: UIScene.ConnectionOptions, restores: Bool) -> StaticString {
      if !options.urlContexts.isEmpty { return "url" }
      if !options.userActivities.isEmpty { return "userActivity" }
      #if !os(tvOS)
        if options.shortcutItem != nil { return "shortcut" }
        if options.notificationResponse != nil { return "notification" }
      #endif
      return restores ? "restoration" : "new"
    }
  }
#endif
