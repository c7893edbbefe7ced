import JourneyCBOR

extension DeviceResponse: Equatable {
    /// Byte for byte, as received.
    public static func == (a: DeviceResponse, b: DeviceResponse) -> Bool { a.item.encoded == b.item.encoded }
}
