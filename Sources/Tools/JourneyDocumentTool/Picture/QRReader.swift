import CZbar

/// Reads QR codes (ISO/IEC 18004) in a picture, by zbar.
enum QRReader {
    /// The texts of all codes in `picture`, in the order in which they are found, each once; empty when there are none.
    /// Dark on light and light on dark, turned by any angle.
    static func texts(in picture: GrayscaleImage) -> [String] {
        let found = scan(picture)
        // Modules of one or two pixels are too small for zbar, and only small pictures have such.
        guard found.isEmpty, let larger = picture.enlarged(3) else { return found }
        return scan(larger)
    }

    private static func scan(_ picture: GrayscaleImage) -> [String] {
        guard let scanner = zbar_image_scanner_create() else { return [] }
        defer { zbar_image_scanner_destroy(scanner) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        // A code that a terminal draws may be light on dark.
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
        guard let image = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, czbar_grey())
        zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
        return picture.pixels.withUnsafeBytes { bytes in
            // No handler: the bytes stay ours, and are there until the scan is over.
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            guard zbar_scan_image(scanner, image) > 0 else { return [] }
            var found: [String] = []
            var symbol = zbar_image_first_symbol(image)
            while let code = symbol {
                if let text = text(of: code), !found.contains(text) { found.append(text) }
                symbol = zbar_symbol_next(code)
            }
            return found
        }
    }

    private static func text(of code: OpaquePointer) -> String? {
        guard zbar_symbol_get_type(code) == ZBAR_QRCODE, let data = zbar_symbol_get_data(code) else { return nil }
        let count = Int(zbar_symbol_get_data_length(code))
        return String(
            validating: UnsafeBufferPointer(start: data, count: count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
