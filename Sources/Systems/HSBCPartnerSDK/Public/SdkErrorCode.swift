public import JourneyBase

/// The codes of results and events. An alias of `ErrorCode`.
public typealias SdkErrorCode = ErrorCode
