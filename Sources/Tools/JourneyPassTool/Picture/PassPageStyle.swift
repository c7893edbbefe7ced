import JourneyBase
import WalletPass

/// The style sheet of the page.
enum PassPageStyle {
    /// The card's width in points, and the pixels per point.
    static let (width, scale) = (375, 2)

    static func css(_ colours: PassColours) -> String {
        let background = colours.background
        let isDark = background.map { 299 * $0.red + 587 * $0.green + 114 * $0.blue < 140_000 } ?? false
        let foreground = colours.foreground.map(rgb) ?? (isDark ? "rgb(255,255,255)" : "rgb(20,20,22)")
        let label = colours.label.map(rgb) ?? (isDark ? "rgba(255,255,255,.72)" : "rgba(60,60,67,.72)")
        return """
            :root{--bg:\(background.map(rgb) ?? "rgb(250,250,252)");--fg:\(foreground);--label:\(label);--page:\(Theme.standard.light.background.hex)}\
            \(sheet)
            """
    }

    private static func rgb(_ colour: PassColour) -> String { "rgb(\(colour.red),\(colour.green),\(colour.blue))" }

    private static let sheet = """
        *{box-sizing:border-box;margin:0;padding:0}\
        html{background:var(--page);zoom:\(scale)}\
        body{font:15px/1.25 Inter,'DejaVu Sans',sans-serif;-webkit-font-smoothing:antialiased;background:var(--page)}\
        main{width:\(width + 40)px;padding:20px}\
        .pass{position:relative;width:\(width)px;min-height:300px;background:var(--bg);color:var(--fg);border-radius:13px;\
        overflow:hidden;display:flex;flex-direction:column;box-shadow:0 4px 14px rgba(0,0,0,.22)}\
        .pass>*{position:relative}\
        header{display:flex;align-items:center;gap:10px;padding:13px 15px 9px;min-height:62px}\
        .logo{max-width:160px;max-height:42px;display:block}\
        .logo-text{font-size:18px;font-weight:500;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
        header .fields{margin-inline-start:auto;padding:0;gap:14px}\
        .fields{display:flex;gap:12px;padding:7px 15px;justify-content:space-between}\
        .field{display:flex;flex-direction:column;min-width:0}\
        .field:last-child:not(:first-child){text-align:end}\
        .field.left{text-align:left!important}.field.center{text-align:center!important}.field.right{text-align:right!important}\
        .label{font-size:11px;font-weight:600;color:var(--label);text-transform:uppercase;letter-spacing:.02em;\
        white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
        .value{font-size:20px;font-weight:400;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
        .header .field{text-align:end}.header .value{font-size:19px}\
        .secondary .value{font-size:20px}.auxiliary .value{font-size:18px}\
        .of-4 .value,.of-5 .value{font-size:16px}\
        .primary .value{font-size:30px;font-weight:300;line-height:1.15}\
        .strip{min-height:144px;background-size:cover;background-position:center;display:flex;align-items:center}\
        .eventTicket .strip{min-height:98px}\
        .strip .fields{width:100%}.strip .field{display:flex;flex-direction:column-reverse}\
        .strip .value{font-size:46px;font-weight:300;white-space:nowrap}\
        .strip .label{font-size:15px;text-transform:none;letter-spacing:0;font-weight:500;color:var(--fg)}\
        .eventTicket .strip .value{font-size:30px}\
        .lead{display:flex;justify-content:space-between}.lead>div{flex:1;min-width:0}\
        .thumbnail{margin-inline-end:15px;width:90px;height:90px;object-fit:contain;border-radius:5px;align-self:center}\
        .generic .primary .value{font-size:32px}.generic .primary .label{font-size:12px}\
        .way{display:flex;align-items:center;justify-content:space-between;padding-bottom:10px;\
        border-bottom:1.5px dashed color-mix(in srgb,var(--fg) 32%,transparent);margin:0 0 5px}\
        .way .fields{padding:4px 15px}.way .fields:last-child{text-align:end}\
        .way .value{font-size:44px;font-weight:300;line-height:1.05}\
        .way::before,.way::after{content:'';position:absolute;bottom:-8px;width:16px;height:16px;border-radius:50%;background:var(--page)}\
        .way::before{left:-8px}.way::after{right:-8px}\
        .transit{width:34px;height:34px;fill:var(--label);flex:none}\
        [dir=rtl] .transit{transform:scaleX(-1)}[dir=rtl] .label,[dir=rtl] .stamp{letter-spacing:0}\
        .eventTicket::before{content:'';position:absolute;z-index:2;top:-22px;left:50%;width:60px;height:32px;margin-left:-30px;\
        border-radius:0 0 30px 30px;background:var(--page)}\
        .coupon{border-radius:0}\
        .coupon::before,.coupon::after{content:'';position:absolute;z-index:2;left:0;right:0;height:5px;background-size:10px 10px;\
        background-image:linear-gradient(45deg,transparent 75%,var(--page) 75%),linear-gradient(-45deg,transparent 75%,var(--page) 75%)}\
        .coupon::before{top:0}.coupon::after{bottom:0;transform:scaleY(-1)}\
        .backdrop{position:absolute!important;inset:-24px;background-size:cover;background-position:center;filter:blur(14px) brightness(.82)}\
        footer{margin-top:auto;padding:14px 15px 18px;display:flex;flex-direction:column;align-items:center;gap:8px}\
        .footer{max-width:286px;max-height:15px}\
        .code{background:#fff;border-radius:7px;padding:8px;text-align:center;color:#111}\
        .code svg{display:block;fill:#000;margin:auto}\
        .square svg{width:150px;height:150px}.wide svg{width:285px;height:auto;max-height:96px}\
        .alt{display:block;font-size:12px;margin-top:3px;max-width:285px;overflow:hidden;text-overflow:ellipsis}\
        .contactless{display:flex;align-items:center;gap:8px;font-size:15px;color:var(--label);padding:22px 0 10px}\
        .contactless svg{width:34px;height:34px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round}\
        .dead{filter:grayscale(.85)}.dead>*:not(.stamp){opacity:.55}\
        .stamp{position:absolute!important;top:44%;left:0;right:0;text-align:center;font-size:40px;font-weight:700;opacity:.85;\
        transform:rotate(-12deg);color:var(--fg);text-transform:uppercase;letter-spacing:.1em}\
        .note{font-size:12px;color:#4b4f58;text-align:center;padding:12px 10px 0}\
        .back{margin-top:16px;background:#fff;border-radius:11px;color:#1b1c1f;overflow:hidden}\
        .back div{padding:9px 14px;border-bottom:1px solid #e8e8ec}.back div:last-child{border:0}\
        .back b{font-size:12px;font-weight:600;color:#6b6f78;display:block}.back p{font-size:15px;white-space:pre-wrap;overflow-wrap:anywhere}
        """
}
