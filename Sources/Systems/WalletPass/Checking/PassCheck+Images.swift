extension PassCheck {
    mutating func checkFileNames() {
        for name in files.keys.sorted() {
            let last = name.split(separator: "/").last ?? ""
            if !ZipName.isGood(name) {
                add(.file, name, "A file's name stays inside the pass.")
            } else if last.hasPrefix(".") || name.hasPrefix("__MACOSX/") {
                add(.file, name, "Hidden files have no business in a pass; Wallet refuses it.")
            } else if name == "manifest.json" || name == "signature" {
                warn(.file, name, "\(name) is made when the pass is signed; this one is passed over.")
            }
        }
        if files["pass.json"] == nil, let found = files.keys.filter({ $0.hasSuffix("/pass.json") }).min() {
            add(.file, found, "The pass's files stand in a folder; a pass holds the folder's contents, not the folder.")
        }
    }

    /// The icon is there, pictures are PNG and as large as is shown, and none is there for nothing.
    mutating func checkImages() {
        if !files.keys.contains(where: { $0 == "icon.png" || $0 == "icon@2x.png" || $0 == "icon@3x.png" }) {
            add(.image, "icon.png", "A pass without icon.png is not opened.")
        } else if files["icon.png"] == nil {
            warn(.image, "icon.png", "There are scaled icons without the plain icon.png.")
        }
        var shown: Set<String> = []
        for path in files.keys.sorted() where path.lowercased().hasSuffix(".png") {
            guard let image = PassImage(path: path), PassImage.names.contains(image.name) else {
                warn(.imageUnused, path, "Wallet knows no picture of that name.")
                continue
            }
            guard let size = PassImage.size(of: files[path] ?? []) else {
                add(.image, path, "\(path) is no PNG.")
                continue
            }
            guard let style else { continue }
            guard style.images.contains(image.name) else {
                warn(.imageUnused, path, "A pass of the style \(style.rawValue) shows no \(image.name).")
                continue
            }
            shown.insert(image.name)
            if let room = image.room(in: style),
                size.width > room.width * image.scale || size.height > room.height * image.scale
            {
                warn(
                    .imageSize, path,
                    "\(size.width) x \(size.height) pixels are cut or scaled down: there is room for \(room.width * image.scale) x \(room.height * image.scale)."
                )
            }
            if image.language != nil, files[path.split(separator: "/").last.map(String.init) ?? ""] != nil {
                warn(.language, path, "The picture of that name at the top of the pass is shown in its place.")
            }
        }
        if style == .eventTicket, shown.contains("strip"), shown.contains("background") || shown.contains("thumbnail") {
            warn(.imageUnused, "strip.png", "A ticket with a strip shows neither background nor thumbnail.")
        }
    }
}
