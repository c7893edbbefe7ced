// Exported again, so that one import is enough to use the product: with `MemberImportVisibility`, as new Xcode projects have it, the
// members of what the product takes and gives are seen by those alone who import their modules too.
@_exported public import HSBCPartnerSDK
@_exported public import JourneyTesting
