#if canImport(SwiftUI) && !os(watchOS)
  public import SwiftUI
  import TraceVocabulary

  extension View {
    /// Records that the view appears and disappears.
    ///
    ///     Cart().traced("Cart")
    ///
    /// - Parameter name: What the view is called.
    /// - Returns: The same view.
    public func traced(_ name: StaticString) -> some View {
      onAppear { AppTrace.record(.viewDidAppear, .view(name), .source("swiftui")) }
        .onDisappear { AppTrace.record(.viewDidDisappear, .view(name), .source("swiftui")) }
    }
  }
#endif
