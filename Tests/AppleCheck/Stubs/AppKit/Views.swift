@_exported public import Foundation

// No NSObject here, whose initialiser Linux cannot move to the main actor.
// Apple: appkit/nsview
@available(macOS 10, *)
@MainActor open class NSView {
    public init(frame _: CGRect) {}
    public required init?(coder _: NSCoder) { nil }
}
