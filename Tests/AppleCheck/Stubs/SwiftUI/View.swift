@_exported public import Foundation

// Apple: swiftui/view
@available(iOS 13, macOS 10.15, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

// Apple: swiftui/view (views without a body of their own)
@available(iOS 13, macOS 10.15, *)
extension Never: View {
    public var body: Never { self }
}

// What opaque results of the real modifiers stand for here.
// Apple: swiftui/view
@available(iOS 13, macOS 10.15, *)
public struct StubView: View {
    nonisolated init() {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/emptyview
@available(iOS 13, macOS 10.15, *)
public struct EmptyView: View {
    public nonisolated init() {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/tupleview
@available(iOS 13, macOS 10.15, *)
public struct TupleView<T>: View {
    init(_: T) {}
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/optional (conditional conformance to View)
@available(iOS 13, macOS 10.15, *)
extension Optional: View where Wrapped: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/viewbuilder
@available(iOS 13, macOS 10.15, *)
@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<A: View, B: View>(first _: A) -> _ConditionalContent<A, B> { _ConditionalContent() }
    public static func buildEither<A: View, B: View>(second _: B) -> _ConditionalContent<A, B> { _ConditionalContent() }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content { content }
}

// Apple: swiftui/viewbuilder/buildeither(first:)
@available(iOS 13, macOS 10.15, *)
public struct _ConditionalContent<First: View, Second: View>: View {
    public var body: Never { preconditionFailure("a stub does not run") }
}
