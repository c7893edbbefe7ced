/// The reasons for which a check of a document fails, besides those of CBOR, COSE, DER and certificates. The raw values are stable
/// codes.
enum VerificationFault: String {
    /// The device's key and the reader's are on different curves.
    ///
    /// Next step: Use a reader key on the curve of the document's key.
    case keyMismatch = "MDOC_KEY_MISMATCH"
    /// The MSO does not authorize a device-signed element.
    ///
    /// Next step: Don't trust the element; have the document issued with a key authorization for it.
    case notAuthorized = "MDOC_NOT_AUTHORIZED"
    /// The signature has no certificate chain.
    ///
    /// Next step: Ask the issuer to add `x5chain`.
    case noCertificate = "MDOC_NO_CERTIFICATE"
    /// No trusted authorities were given.
    ///
    /// Next step: Give the authorities' certificates or a VICAL.
    case noAuthority = "MDOC_NOBODY_TRUSTED"
    /// The authority is trusted for other document types only.
    ///
    /// Next step: Trust the authority for this type, or refuse the document.
    case otherType = "MDOC_NOT_TRUSTED_FOR_TYPE"
    /// The document was signed outside its certificate's validity.
    ///
    /// Next step: Refuse the document; the holder needs a new one.
    case outsideCertificate = "MDOC_SIGNED_OUTSIDE_CERTIFICATE"
    /// The document was signed after the time of this check.
    ///
    /// Next step: Check the clock, or the time given to the check.
    case signedInFuture = "MDOC_SIGNED_IN_FUTURE"
    /// The document is valid before it was signed.
    ///
    /// Next step: Refuse the document; the issuer has to correct it.
    case validBeforeSigned = "MDOC_VALID_BEFORE_SIGNED"
    /// The document is not valid yet.
    ///
    /// Next step: Check the clock; otherwise wait until the document is valid.
    case notYetValid = "MDOC_NOT_YET_VALID"
    /// The document has expired.
    ///
    /// Next step: Ask the holder to renew the document; check the clock.
    case expired = "MDOC_EXPIRED"
    /// The issuing country is not the signer's.
    ///
    /// Next step: Refuse the document.
    case issuingCountry = "MDOC_ISSUING_COUNTRY"
    /// The document type in the MSO differs from the response's.
    ///
    /// Next step: Refuse the document.
    case docTypeMismatch = "MDOC_DOCTYPE_MISMATCH"
    /// The document type was not requested.
    ///
    /// Next step: Ignore the document, or request its type.
    case docTypeNotRequested = "MDOC_DOCTYPE_NOT_REQUESTED"
    /// An element was not requested.
    ///
    /// Next step: Ignore and delete the element.
    case notRequested = "MDOC_NOT_REQUESTED"
    /// Two items of a namespace have the same digest ID.
    ///
    /// Next step: Refuse the document.
    case digestUsedTwice = "MDOC_DIGEST_USED_TWICE"
    /// Two items of a namespace have the same name.
    ///
    /// Next step: Refuse the document.
    case elementTwice = "MDOC_ELEMENT_TWICE"
    /// The MSO has no digest for an item.
    ///
    /// Next step: Refuse the document.
    case noDigest = "MDOC_NO_DIGEST"
    /// An item does not match its digest in the MSO.
    ///
    /// Next step: Refuse the document: the item was changed.
    case badDigest = "MDOC_BAD_DIGEST"
    /// An item has fewer than 16 random bytes.
    ///
    /// Next step: Refuse the document; the issuer has to correct it.
    case shortRandom = "MDOC_SHORT_RANDOM"
    /// An element's value does not have the form that its standard defines.
    ///
    /// Next step: Don't use the value; the issuer has to correct it.
    case valueType = "MDOC_VALUE_TYPE"
    /// The document or the status list's certificate was revoked by its issuer.
    ///
    /// Next step: Refuse the document.
    case revoked = "MDOC_REVOKED"
    /// The document was suspended by its issuer.
    ///
    /// Next step: Refuse the document for now; the holder can ask the issuer.
    case suspended = "MDOC_SUSPENDED"
    /// The status list was issued in the future.
    ///
    /// Next step: Check the clock, and fetch the list again.
    case statusInFuture = "MDOC_STATUS_FUTURE"
    /// The status list has expired.
    ///
    /// Next step: Fetch a current list.
    case statusExpired = "MDOC_STATUS_EXPIRED"
    /// The status list has no certificate chain that can be parsed.
    ///
    /// Next step: Fetch the list again; the issuer has to correct it.
    case statusNoCertificate = "MDOC_STATUS_NO_CERTIFICATE"
    /// The signature of a status list in a JWT does not match its signer's key.
    ///
    /// Next step: Fetch the list again; the issuer has to correct it.
    case statusSignature = "MDOC_STATUS_SIGNATURE"
    /// The document's index is not on the status list.
    ///
    /// Next step: Fetch the list that the document names.
    case statusIndex = "MDOC_STATUS_INDEX"
    /// The status list has an unknown status for the document.
    ///
    /// Next step: Refuse the document, and ask the issuer for the status's meaning.
    case statusUnknown = "MDOC_STATUS_UNKNOWN"
    /// The VICAL's date is in the future.
    ///
    /// Next step: Check the clock, and fetch the list again.
    case listInFuture = "MDOC_VICAL_FUTURE"
    /// The VICAL is out of date: its next update is due.
    ///
    /// Next step: Fetch a current list.
    case listExpired = "MDOC_VICAL_EXPIRED"
    /// The key identifier in a VICAL's entry is not its certificate's.
    ///
    /// Next step: Tell the list's provider; use a policy that accepts such entries with a warning.
    case listKeyIdentifier = "MDOC_VICAL_SKI"
    /// The VICAL names no authority that the policy accepts.
    ///
    /// Next step: Check the reasons that are given for each entry, and the policy.
    case listEmpty = "MDOC_VICAL_EMPTY"
    /// A status list that the document names was not given.
    ///
    /// Next step: Fetch the list from the address that the document names.
    case statusMissing = "MDOC_STATUS_MISSING"
    /// The VICAL is older than one seen before, or has no issue number.
    ///
    /// Next step: Fetch a current list.
    case listRollback = "MDOC_VICAL_ROLLBACK"
}
