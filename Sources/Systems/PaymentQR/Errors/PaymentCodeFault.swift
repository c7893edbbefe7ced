// Re-exported, so that the members of its errors are visible to clients that import only this module.
@_exported public import JourneyBase

/// The reason why a payment code was refused, and the path of the object: `54`, `26.03`, `61.57`, or a parameter of a link.
///
/// The path is empty when the refusal concerns the whole text.
public typealias PaymentCodeError = ParseError<PaymentCodeFault, String>

/// The reasons for which a payment code is refused; the raw values are stable codes.
public enum PaymentCodeFault: String, Sendable, CaseIterable {
    // The text as a whole.
    /// The text is no payment code of the expected kind.
    ///
    /// Next step: Scan a payment code; text of another kind is never opened.
    case otherKind = "PAYMENT_CODE_OTHER_KIND"
    /// The text is longer than its format allows.
    ///
    /// Next step: Scan another code; a merchant's code has 512 characters at most.
    case tooLong = "PAYMENT_CODE_TOO_LONG"
    /// The checksum differs from that of the text: the code was damaged or changed.
    ///
    /// Next step: Scan the code again. If the error persists, ask the merchant for a new one.
    case checksum = "PAYMENT_CODE_CHECKSUM"
    /// The version of the format isn't supported.
    ///
    /// Next step: Update the app; this code is of a later version.
    case version = "PAYMENT_CODE_VERSION"

    // The objects.
    /// An object's identifier isn't two ASCII digits, or is an invalid BER tag.
    ///
    /// Next step: Ask the code's issuer to correct the object that the message names.
    case tag = "PAYMENT_CODE_TAG"
    /// An object's length is malformed, or exceeds what is left.
    ///
    /// Next step: Ask the code's issuer to correct it; lengths count characters, not bytes.
    case length = "PAYMENT_CODE_LENGTH"
    /// An object is in the wrong position.
    ///
    /// Next step: Ask the code's issuer to put it where the format requires it.
    case order = "PAYMENT_CODE_ORDER"
    /// A data object occurs twice, or in two templates only one of which may contain it.
    ///
    /// Next step: Don't pay. Ask for another code: it is unclear which of the two values is valid.
    case duplicate = "PAYMENT_CODE_DUPLICATE"
    /// A mandatory object is missing.
    ///
    /// Next step: Ask the code's issuer to add the object that the message names.
    case missing = "PAYMENT_CODE_MISSING"
    /// An object is not allowed beside the others.
    ///
    /// Next step: Ask the code's issuer to remove the object that the message names.
    case conflict = "PAYMENT_CODE_CONFLICT"

    // The values.
    /// A value is longer or shorter than its object allows.
    ///
    /// Next step: Ask the code's issuer to shorten it; values are never cut.
    case valueLength = "PAYMENT_CODE_VALUE_LENGTH"
    /// A text has control characters, invisible characters, or characters that its object doesn't allow.
    ///
    /// Next step: Don't pay; such characters can make a payee look like another one.
    case characters = "PAYMENT_CODE_CHARACTERS"
    /// The point of initiation is neither `11` nor `12`.
    ///
    /// Next step: Ask the code's issuer for a code with one of the two.
    case initiation = "PAYMENT_CODE_INITIATION"
    /// The network's identifier is no application identifier, UUID or reverse domain.
    ///
    /// Next step: Don't pay; the network is unknown, and an address in a code is never opened.
    case network = "PAYMENT_CODE_UNKNOWN_NETWORK"
    /// The merchant category isn't four digits.
    ///
    /// Next step: Ask the code's issuer for an ISO 18245 category.
    case category = "PAYMENT_CODE_CATEGORY"
    /// The currency isn't a number of ISO 4217.
    ///
    /// Next step: Ask the code's issuer to correct it, such as `050` for BDT.
    case currency = "PAYMENT_CODE_CURRENCY"
    /// The country isn't a code of ISO 3166-1.
    ///
    /// Next step: Ask the code's issuer to correct it, such as `BD`.
    case country = "PAYMENT_CODE_COUNTRY"
    /// The amount isn't a positive decimal number, or has more decimals than its currency.
    ///
    /// Next step: Ask for a new code; amounts are never rounded.
    case amount = "PAYMENT_CODE_AMOUNT"
    /// The tip's kind, fee or percentage is invalid.
    ///
    /// Next step: Ask for a new code; a percentage is from 00.01 to 99.99.
    case tip = "PAYMENT_CODE_TIP"
    /// The request for the person's data isn't a subset of `AME`.
    ///
    /// Next step: Ask the code's issuer to list each letter once.
    case consumerData = "PAYMENT_CODE_CONSUMER_DATA"
    /// The language isn't two letters of ISO 639-1.
    ///
    /// Next step: Ask the code's issuer to correct it, such as `BN`.
    case language = "PAYMENT_CODE_LANGUAGE"
    /// The text isn't Base64 of RFC 4648, section 4.
    ///
    /// Next step: Scan the code again; a consumer's code is Base64 with padding.
    case base64 = "PAYMENT_CODE_BASE64"
    /// Card data in the code doesn't match the format.
    ///
    /// Next step: Ask the card's issuer to correct the object that the message names.
    case card = "PAYMENT_CODE_CARD"
    /// The code breaks a rule of the national profile that it belongs to.
    ///
    /// Next step: Ask for a new code; the message names the profile and the object.
    case profile = "PAYMENT_CODE_PROFILE"
    /// A parameter of a payment link is invalid.
    ///
    /// Next step: Ask for a new link; the message names the parameter.
    case link = "PAYMENT_CODE_LINK"
    /// A data file with profiles can't be read.
    ///
    /// Next step: Correct the file as the message says; reinstall the app if it is the package's own.
    case dataFile = "PAYMENT_CODE_DATA_FILE"
}
