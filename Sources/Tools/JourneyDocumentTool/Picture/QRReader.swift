import CZbar

/// A reader of QR codes (ISO/IEC 18004) in pictures, with zbar.
enum QRReader {
    /// Returns the texts of all codes in `picture`, in the order found, each once. Codes may be dark on light or light
    /// on dark, at any angle.
    static func texts(in picture: GrayscaleImage) -> [String] {
        let found = texts(found: picture)
        // zbar cannot detect modules of one or two pixels, which occur in small pictures only.
        guard found.isEmpty, let larger = picture.enlarged(3) else { return found }
        return texts(found: larger)
    }

    private static func texts(found picture: GrayscaleImage) -> [String] {
        // Codes are in UTF-8 nowadays, and zbar takes some of them for Shift_JIS. For others, zbar's own guess has to do.
        let bytes = scan(picture, asBytes: true)
        guard bytes.contains(nil) else { return bytes.compactMap { $0 } }
        return scan(picture, asBytes: false).compactMap { $0 }
    }

    /// Returns the text of each code, or `nil` for one that is not UTF-8.
    private static func scan(_ picture: GrayscaleImage, asBytes: Bool) -> [String?] {
        guard let scanner = zbar_image_scanner_create() else { return [] }
        defer { zbar_image_scanner_destroy(scanner) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, asBytes ? 1 : 0)
        // A code drawn in a terminal may be light on dark.
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
        guard let image = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, czbar_grey())
        zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
        return picture.pixels.withUnsafeBytes { bytes in
            // Without a handler zbar does not free the bytes, which stay valid until the scan ends.
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            guard zbar_scan_image(scanner, image) > 0 else { return [] }
            var found: [String?] = []
            var symbol = zbar_image_first_symbol(image)
            while let code = symbol {
                if zbar_symbol_get_type(code) == ZBAR_QRCODE {
                    let text = text(of: code)
                    if !found.contains(text) { found.append(text) }
                }
                symbol = zbar_symbol_next(code)
            }
            return found
        }
    }

    private static func text(of code: OpaquePointer) -> String? {
        guard let data = zbar_symbol_get_data(code) else { return nil }
        let count = Int(zbar_symbol_get_data_length(code))
        return String(
            validating: UnsafeBufferPointer(start: data, count: count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
