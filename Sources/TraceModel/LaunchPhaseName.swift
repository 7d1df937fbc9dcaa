/// The phases of a launch, in the order in which they follow each other.
public enum LaunchPhaseName: UInt8, Named, Sendable, CaseIterable {
  case processCreation, systemInterface, staticInitializers, preMain, uikitInit, appInit, sceneConnect, firstFrame
}
