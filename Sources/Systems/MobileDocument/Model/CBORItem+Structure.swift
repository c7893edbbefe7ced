import JourneyCBOR

extension CBORItem {
    /// An error at this item's place.
    func failure(_ reason: CBORError.Reason, _ detail: String) -> CBORError { CBORError(reason, at: offset, detail) }
}
