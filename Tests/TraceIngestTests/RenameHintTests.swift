import Testing

@testable import TraceIngest
@testable import TraceModel

@Suite(.tags(.small)) struct RenameHintTests {
  @Test(
    arguments: [
      ("DID_ENTER_BACKGROUND", "app.didEnterBackground"), ("APP_START", "process.start"),
      ("applicationDidBecomeActive:", "app.didBecomeActive"),
      ("-[AppDelegate applicationDidBecomeActive:]", "app.didBecomeActive"),
      ("AppDelegate.applicationDidBecomeActive(_:)", "app.didBecomeActive"),
      ("Application_Did_Become_Active", "app.didBecomeActive"), ("first_frame", "launch.firstFrame"),
      ("SCENE_DID_ACTIVATE", "scene.didActivate"), ("sceneDidBecomeActive", "scene.didActivate"),
      ("begin", nil), ("start", nil), ("button_tapped", nil), ("AppState: active", nil),
    ] as [(String, String?)])
  func `a name of an app's own is taken for the event that it means`(name: String, event: String?) {
    #expect(RenameHint.kind(of: name)?.name == event)
  }
}
