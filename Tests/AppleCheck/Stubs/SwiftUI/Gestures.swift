public import Foundation

// Apple: swiftui/gesture
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency public protocol Gesture<Value> {
    associatedtype Value
}
// Apple: swiftui/gesture/onended(_:)
@available(iOS 13, macOS 10.15, *)
extension Gesture {
    public func onEnded(_: @escaping (Value) -> Void) -> EndedStub<Value> { EndedStub() }
}
// The opaque result of `onEnded` stands here for itself.
// Apple: swiftui/gesture/onended(_:)
@available(iOS 13, macOS 10.15, *)
public struct EndedStub<Value>: Gesture {
    nonisolated init() {}
}
// Apple: swiftui/draggesture
@available(iOS 13, macOS 10.15, *)
public struct DragGesture: Gesture {
    public struct Value {
        public var startLocation: CGPoint
        public var translation: CGSize { .zero }
    }
    public nonisolated init(minimumDistance _: CGFloat = 10) {}
}
// Apple: swiftui/accessibilityactionkind
@available(iOS 13, macOS 10.15, *)
public struct AccessibilityActionKind: Equatable, Sendable {
    public static let escape = AccessibilityActionKind()
}

// Apple: swiftui/view
@available(iOS 13, macOS 10.15, *)
extension View {
    // Apple: swiftui/view/simultaneousgesture(_:including:)
    @available(iOS 13, macOS 10.15, *)
    public nonisolated func simultaneousGesture<T: Gesture>(_: T) -> some View { StubView() }
    // Apple: swiftui/view/accessibilityaction(_:_:)
    @available(iOS 13, macOS 10.15, *)
    public nonisolated func accessibilityAction(_: AccessibilityActionKind, _: @escaping () -> Void) -> some View {
        StubView()
    }
}
