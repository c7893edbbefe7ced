public import Observation

// Apple: swiftui/dynamicproperty
@available(iOS 13, macOS 10.15, *)
public protocol DynamicProperty {}

// Apple: swiftui/state
@available(iOS 13, macOS 10.15, *)
@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) { wrappedValue = value }
    public init(initialValue value: Value) { wrappedValue = value }
    public var wrappedValue: Value {
        get { preconditionFailure("a stub does not run") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/binding
@available(iOS 13, macOS 10.15, *)
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
    public init(
        @_inheritActorContext get _: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set _: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {}
    public var wrappedValue: Value {
        get { preconditionFailure("a stub does not run") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public static func constant(_: Value) -> Binding<Value> { preconditionFailure("a stub does not run") }
    public subscript<Subject>(dynamicMember _: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        preconditionFailure("a stub does not run")
    }
}

// Apple: swiftui/bindable
@available(iOS 17, macOS 14, *)
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable<Value> { self }
    public subscript<Subject>(dynamicMember _: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        preconditionFailure("a stub does not run")
    }
}

// Apple: swiftui/focusstate
@available(iOS 15, macOS 12, *)
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
    public init() where Value == Bool {}
    public init<T: Hashable>() where Value == T? {}
    public var wrappedValue: Value {
        get { preconditionFailure("a stub does not run") }
        nonmutating set {}
    }
    public var projectedValue: Binding { Binding() }

    @propertyWrapper public struct Binding {
        public init() {}
        public var wrappedValue: Value {
            get { preconditionFailure("a stub does not run") }
            nonmutating set {}
        }
        public var projectedValue: Binding { self }
    }
}

// Apple: swiftui/environment
@available(iOS 13, macOS 10.15, *)
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/scaledmetric
@available(iOS 14, macOS 11, *)
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    // Apple: swiftui/scaledmetric/init(wrappedvalue:relativeto:)
    @available(iOS 14, macOS 11, *)
    public init(wrappedValue _: Value, relativeTo _: Font.TextStyle) {}
    public var wrappedValue: Value { preconditionFailure("a stub does not run") }
}

// Apple: swiftui/environmentvalues
@available(iOS 13, macOS 10.15, *)
public struct EnvironmentValues: Sendable {
    public var layoutDirection = LayoutDirection.leftToRight
    public var locale = Locale(identifier: "")
    public var colorScheme: ColorScheme = .light
    // Apple: swiftui/environmentvalues/colorschemecontrast
    public var colorSchemeContrast: ColorSchemeContrast { .standard }
    public var dynamicTypeSize: DynamicTypeSize = .large
    public var isEnabled = true
    // Apple: swiftui/environmentvalues/accessibilityreducemotion
    public var accessibilityReduceMotion: Bool { false }
    // Apple: swiftui/environmentvalues/isscenecaptured
    @available(iOS 17, macOS 14, *)
    public var isSceneCaptured: Bool { false }
    // Apple: swiftui/environmentvalues/redactionreasons
    @available(iOS 14, macOS 11, *)
    public var redactionReasons = RedactionReasons()
}

// Apple: swiftui/redactionreasons
@available(iOS 14, macOS 11, *)
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
    // Apple: swiftui/redactionreasons/privacy
    @available(iOS 15, macOS 12, *)
    public static let privacy = RedactionReasons(rawValue: 2)
}

// Apple: swiftui/layoutdirection
@available(iOS 13, macOS 10.15, *)
public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }
// Apple: swiftui/colorscheme
@available(iOS 13, macOS 10.15, *)
public enum ColorScheme: Hashable, Sendable { case light, dark }
// Apple: swiftui/colorschemecontrast
@available(iOS 13, macOS 10.15, *)
public enum ColorSchemeContrast: Hashable, Sendable { case standard, increased }
// Apple: swiftui/dynamictypesize
@available(iOS 15, macOS 12, *)
public enum DynamicTypeSize: Hashable, Comparable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { false }
}
