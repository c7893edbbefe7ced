import CQrencode

extension QRPicture {
    /// Returns the modules of a code by libqrencode; `nil` when memory is exhausted or the text is too long.
    ///
    /// Bytes that are not ASCII are announced as UTF-8. Otherwise readers guess, and take Bengali for Shift_JIS.
    static func encode(_ bytes: [UInt8]) -> (side: Int, modules: [Bool])? {
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        let drawn = isASCII ? QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) : announced(bytes)
        guard let code = drawn else { return nil }
        defer { QRcode_free(code) }
        guard let data = code.pointee.data else { return nil }
        let side = Int(code.pointee.width)
        // The lowest bit of each byte is the module.
        return (side, (0..<side * side).map { data[$0] & 1 == 1 })
    }

    /// The assignment number of UTF-8 (AIM ITS/04-023), for the header of ISO/IEC 18004, section 7.4.3.
    private static let utf8Assignment: UInt32 = 26

    private static func announced(_ bytes: [UInt8]) -> UnsafeMutablePointer<QRcode>? {
        guard let input = QRinput_new2(0, QR_ECLEVEL_M) else { return nil }
        defer { QRinput_free(input) }
        guard QRinput_appendECIheader(input, utf8Assignment) == 0,
            QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes) == 0
        else { return nil }
        return QRcode_encodeInput(input)
    }
}
