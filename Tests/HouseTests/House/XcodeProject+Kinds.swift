extension XcodeProject {
    private static let files: Set<String> = [
        "PBXFileReference", "PBXFileSystemSynchronizedRootGroup", "PBXGroup",
    ]
    private static let phases: Set<String> = [
        "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXSourcesBuildPhase",
    ]
    private static let phase = Kind(
        required: ["buildActionMask", "runOnlyForDeploymentPostprocessing"], references: ["files": ["PBXBuildFile"]])

    /// The kinds of objects that a project with synchronized folders and a local package needs, and no others: none runs a
    /// script.
    static let kinds: [String: Kind] = [
        "PBXBuildFile": Kind(references: ["productRef": ["XCSwiftPackageProductDependency"]]),
        "PBXContainerItemProxy": Kind(
            required: ["proxyType", "remoteInfo"],
            references: ["containerPortal": ["PBXProject"], "remoteGlobalIDString": ["PBXNativeTarget"]]),
        "PBXFileReference": Kind(
            required: ["path", "sourceTree"], optional: ["explicitFileType", "includeInIndex", "lastKnownFileType"]),
        "PBXFileSystemSynchronizedRootGroup": Kind(required: ["path", "sourceTree"]),
        "PBXFrameworksBuildPhase": phase,
        "PBXGroup": Kind(required: ["sourceTree"], optional: ["name"], references: ["children": files]),
        "PBXNativeTarget": Kind(
            required: ["buildRules", "name", "productName", "productType"],
            references: [
                "buildConfigurationList": ["XCConfigurationList"], "buildPhases": phases,
                "dependencies": ["PBXTargetDependency"],
                "fileSystemSynchronizedGroups": ["PBXFileSystemSynchronizedRootGroup"],
                "packageProductDependencies": ["XCSwiftPackageProductDependency"],
                "productReference": ["PBXFileReference"],
            ]),
        "PBXProject": Kind(
            required: [
                "attributes", "developmentRegion", "hasScannedForEncodings", "knownRegions",
                "preferredProjectObjectVersion", "projectDirPath", "projectRoot",
            ],
            optional: ["minimizedProjectReferenceProxies"],
            references: [
                "buildConfigurationList": ["XCConfigurationList"], "mainGroup": ["PBXGroup"],
                "packageReferences": ["XCLocalSwiftPackageReference"], "productRefGroup": ["PBXGroup"],
                "targets": ["PBXNativeTarget"],
            ]),
        "PBXResourcesBuildPhase": phase,
        "PBXSourcesBuildPhase": phase,
        "PBXTargetDependency": Kind(
            references: ["target": ["PBXNativeTarget"], "targetProxy": ["PBXContainerItemProxy"]]),
        "XCBuildConfiguration": Kind(required: ["buildSettings", "name"]),
        "XCConfigurationList": Kind(
            required: ["defaultConfigurationIsVisible", "defaultConfigurationName"],
            references: ["buildConfigurations": ["XCBuildConfiguration"]]),
        "XCLocalSwiftPackageReference": Kind(required: ["relativePath"]),
        "XCSwiftPackageProductDependency": Kind(
            required: ["productName"], optional: ["package"],
            references: ["package": ["XCLocalSwiftPackageReference"]]),
    ]
}
