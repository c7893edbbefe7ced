public import Foundation

// Apple: foundation/nskeyvalueobservation
@available(iOS 8, macOS 10.10, *)
public final class NSKeyValueObservation: NSObject {}

// Apple: foundation/nskeyvalueobservedchange
@available(iOS 8, macOS 10.10, *)
public struct NSKeyValueObservedChange<Value> {}

// Apple: foundation/nskeyvalueobservingoptions
@available(iOS 2, macOS 10.3, *)
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

// Apple: objectivec/nsobject-swift.class/observe(_:options:changehandler:) (where it is declared)
@available(iOS 8, macOS 10.10, *)
public protocol _KeyValueCodingAndObserving {}

// Apple: objectivec/nsobject-swift.class
@available(iOS 2, macOS 10.0, *)
extension NSObject: _KeyValueCodingAndObserving {}

// Apple: objectivec/nsobject-swift.class/observe(_:options:changehandler:)
@available(iOS 8, macOS 10.10, *)
extension _KeyValueCodingAndObserving {
    // Apple: objectivec/nsobject-swift.class/observe(_:options:changehandler:)
    @preconcurrency public func observe<Value>(
        _: KeyPath<Self, Value>, options _: NSKeyValueObservingOptions = [],
        changeHandler _: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { NSKeyValueObservation() }
}
