internal import JourneyBase

/// A QR code of version 2 (ISO/IEC 18004) with the text `mdoc:owBjMS4wAYIB2BhY`, row by row, the leftmost module in bit 24.
enum GalleryPictures {
    static let code = Screen.ModuleMatrix(
        side: 25, dark: rows.flatMap { row in (0..<25).map { row >> (24 - $0) & 1 == 1 } })

    private static let rows: [UInt32] = [
        0x01FC_937F, 0x0105_9241, 0x0174_575D, 0x0174_1E5D, 0x0175_A45D, 0x0104_D341, 0x01FD_557F, 0x0000_AA00,
        0x0154_9B12, 0x008B_F387, 0x00ED_148B, 0x01B0_8A32, 0x0137_92C3, 0x008A_B70B, 0x014F_F44B, 0x00B8_1E68,
        0x012D_25FA, 0x0001_631F, 0x01FC_8953, 0x0104_2110, 0x0175_91F3, 0x0174_B9A4, 0x0175_B7B9, 0x0104_5D12,
        0x01FD_277B,
    ]
}
