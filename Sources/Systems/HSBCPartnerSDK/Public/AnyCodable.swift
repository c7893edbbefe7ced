public import JourneyBase

/// Any JSON value: what manifests, pages and results carry. The seed's name; the type is `JSONValue`, in which `null` and
/// numbers of any size stay what they are.
public typealias AnyCodable = JSONValue
