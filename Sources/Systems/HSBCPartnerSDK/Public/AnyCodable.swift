public import JourneyBase

/// Any JSON value in manifests, pages and results. An alias of `JSONValue`, which preserves `null` and numbers of any size.
public typealias AnyCodable = JSONValue
