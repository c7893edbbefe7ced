public import JourneyBase

/// The codes of results and events. The seed's name; the type is `ErrorCode`, which has the published names and more.
public typealias SdkErrorCode = ErrorCode
