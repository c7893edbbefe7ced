extension PassCheck {
    mutating func checkFileNames() {
        for name in files.keys.sorted() {
            let last = name.split(separator: "/").last ?? ""
            if !ZipName.isGood(name) {
                add(.file, name, "A file name must not point outside the pass.")
            } else if last.hasPrefix(".") || name.hasPrefix("__MACOSX/") {
                add(.file, name, "Remove the hidden file; Wallet refuses a pass with one.")
            } else if name == "manifest.json" || name == "signature" {
                warn(.file, name, "\(name) is generated when the pass is signed; this one is ignored.")
            }
        }
        if files["pass.json"] == nil, let found = files.keys.filter({ $0.hasSuffix("/pass.json") }).min() {
            add(.file, found, "The pass's files are in a folder; pack the folder's contents, not the folder.")
        }
    }

    /// Checks that there is an icon, that images are PNG of the displayed size, and that each image is used.
    mutating func checkImages() {
        if !files.keys.contains(where: { $0 == "icon.png" || $0 == "icon@2x.png" || $0 == "icon@3x.png" }) {
            add(.image, "icon.png", "icon.png is missing; Wallet refuses a pass without it.")
        } else if files["icon.png"] == nil {
            warn(.image, "icon.png", "icon.png is missing; there are only scaled icons.")
        }
        var shown: Set<String> = []
        for path in files.keys.sorted() where path.lowercased().hasSuffix(".png") {
            guard let image = PassImage(path: path), PassImage.names.contains(image.name) else {
                warn(.imageUnused, path, "Wallet does not know an image of that name.")
                continue
            }
            guard let size = PassImage.size(of: files[path] ?? []) else {
                add(.image, path, "\(path) is not a PNG.")
                continue
            }
            guard let style else { continue }
            guard style.images.contains(image.name) else {
                warn(.imageUnused, path, "The style \(style.rawValue) does not show \(image.name).")
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
                warn(.language, path, "Wallet shows the image of that name at the top of the pass instead.")
            }
        }
        if style == .eventTicket, shown.contains("strip"), shown.contains("background") || shown.contains("thumbnail") {
            warn(.imageUnused, "strip.png", "An event ticket with a strip shows neither background nor thumbnail.")
        }
    }
}
