import CQrencode

extension QRPicture {
    /// Returns the modules of a code by libqrencode; `nil` when memory is exhausted or the text is too long.
    static func encode(_ bytes: [UInt8]) -> (side: Int, modules: [Bool])? {
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        guard let data = code.pointee.data else { return nil }
        let side = Int(code.pointee.width)
        // The lowest bit of each byte is the module.
        return (side, (0..<side * side).map { data[$0] & 1 == 1 })
    }
}
