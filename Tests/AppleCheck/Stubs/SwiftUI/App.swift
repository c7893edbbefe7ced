// Apple: swiftui/app
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
// Apple: swiftui/app/main()
@available(iOS 14, macOS 11, *)
extension App {
    @MainActor @preconcurrency public static func main() {}
}

// Apple: swiftui/scene
@available(iOS 14, macOS 11, *)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
// Apple: swiftui/scene (scenes without a body of their own)
@available(iOS 14, macOS 11, *)
extension Never: Scene {}

// Apple: swiftui/scenebuilder
@available(iOS 14, macOS 11, *)
@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// Apple: swiftui/windowgroup
@available(iOS 14, macOS 11, *)
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content _: () -> Content) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/tabview
@available(iOS 13, macOS 10.15, *)
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
// Apple: swiftui/tabview/init(content:)
@available(iOS 13, macOS 10.15, *)
extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content _: () -> Content) {}
}
// Apple: swiftui/view/tabitem(_:)
@available(iOS 13, macOS 10.15, *)
extension View {
    public func tabItem<Label: View>(@ViewBuilder _: () -> Label) -> some View { StubView() }
}
