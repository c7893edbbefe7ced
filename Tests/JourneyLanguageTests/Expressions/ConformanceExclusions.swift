/// The conformance cases that are not part of the language, by name: those that need protobuf messages, and those that name a time
/// zone by a place.
enum ConformanceExclusions {
    static let all = Set(byGroup.flatMap { group, names in names.split(separator: " ").map { "\(group)/\($0)" } })
        .union(withSpaces)

    private static let byGroup: [String: String] = [
        "dynamic/any": """
        field_assign_proto2 field_assign_proto3 field_read_proto2 field_read_proto3 literal \
        literal_empty literal_no_field_access var
        """,
        "dynamic/bool": """
        field_assign_proto2 field_assign_proto2_false field_assign_proto3 field_assign_proto3_false \
        literal literal_empty literal_no_field_access var
        """,
        "dynamic/bytes": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        literal literal_empty literal_no_field_access literal_unicode var
        """,
        "dynamic/complex": """
        any_list_map
        """,
        "dynamic/double": """
        field_assign_proto2 field_assign_proto2_range field_assign_proto2_zero field_assign_proto3 \
        field_assign_proto3_range field_assign_proto3_zero field_read_proto2 field_read_proto2_unset \
        field_read_proto2_zero field_read_proto3 field_read_proto3_unset field_read_proto3_zero literal \
        literal_no_field_access literal_zero var
        """,
        "dynamic/float": """
        field_assign_proto2 field_assign_proto2_range field_assign_proto2_round_to_zero \
        field_assign_proto2_subnorm field_assign_proto2_subnorm#2 field_assign_proto2_zero \
        field_assign_proto3 field_assign_proto3_range field_assign_proto3_round_to_zero \
        field_assign_proto3_zero field_read_proto2 field_read_proto2_unset field_read_proto2_zero \
        field_read_proto3 field_read_proto3_unset field_read_proto3_zero literal literal_no_field_access \
        literal_not_double literal_zero var
        """,
        "dynamic/int32": """
        field_assign_proto2 field_assign_proto2_max field_assign_proto2_min field_assign_proto2_range \
        field_assign_proto2_zero field_assign_proto3 field_assign_proto3_max field_assign_proto3_min \
        field_assign_proto3_range field_assign_proto3_zero field_read_proto2 field_read_proto2_unset \
        field_read_proto2_zero field_read_proto3 field_read_proto3_unset field_read_proto3_zero literal \
        literal_no_field_access literal_zero var
        """,
        "dynamic/int64": """
        field_assign_proto2 field_assign_proto2_zero field_assign_proto3 field_assign_proto3_zero \
        literal literal_no_field_access literal_zero var
        """,
        "dynamic/list": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        field_read_proto2 field_read_proto2_empty field_read_proto2_unset field_read_proto3 \
        field_read_proto3_empty field_read_proto3_unset literal literal_empty literal_no_field_access \
        var
        """,
        "dynamic/string": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        literal literal_empty literal_no_field_access literal_unicode var
        """,
        "dynamic/struct": """
        field_assign_proto2 field_assign_proto2_bad field_assign_proto2_empty field_assign_proto3 \
        field_assign_proto3_bad field_assign_proto3_empty field_read_proto2 field_read_proto2_empty \
        field_read_proto2_unset field_read_proto3 field_read_proto3_empty field_read_proto3_unset \
        literal literal_empty literal_no_field_access var
        """,
        "dynamic/uint32": """
        field_assign_proto2 field_assign_proto2_max field_assign_proto2_range field_assign_proto2_zero \
        field_assign_proto3 field_assign_proto3_max field_assign_proto3_range field_assign_proto3_zero \
        field_read_proto2 field_read_proto2_unset field_read_proto2_zero literal literal_no_field_access \
        literal_zero var
        """,
        "dynamic/uint64": """
        field_assign_proto2 field_assign_proto2_zero field_assign_proto3 field_assign_proto3_zero \
        field_read_proto2 field_read_proto2_unset field_read_proto2_zero literal literal_no_field_access \
        literal_zero var
        """,
        "dynamic/value_bool": """
        field_assign_proto2 field_assign_proto2_false field_assign_proto3 field_assign_proto3_false \
        field_read_proto2 field_read_proto2_false field_read_proto3 field_read_proto3_false literal \
        literal_false literal_no_field_access var
        """,
        "dynamic/value_list": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        field_read_proto2 field_read_proto2_empty field_read_proto3 field_read_proto3_empty literal \
        literal_empty literal_no_field_access var
        """,
        "dynamic/value_null": """
        field_assign_proto2 field_assign_proto3 field_read_proto2 field_read_proto2_unset \
        field_read_proto3 field_read_proto3_unset literal literal_no_field_access literal_unset var
        """,
        "dynamic/value_number": """
        field_assign_proto2 field_assign_proto2_zero field_assign_proto3 field_assign_proto3_zero \
        field_read_proto2 field_read_proto2_zero field_read_proto3 field_read_proto3_zero literal \
        literal_no_field_access literal_zero var
        """,
        "dynamic/value_string": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        field_read_proto2 field_read_proto2_zero field_read_proto3 field_read_proto3_zero literal \
        literal_empty literal_no_field_access var
        """,
        "dynamic/value_struct": """
        field_assign_proto2 field_assign_proto2_empty field_assign_proto3 field_assign_proto3_empty \
        field_read_proto2 field_read_proto2_empty field_read_proto3 field_read_proto3_empty literal \
        literal_empty literal_no_field_access var
        """,
        "timestamps/timestamp_selectors_tz": """
        getDate getDayOfMonth_name_neg getDayOfMonth_name_pos getDayOfYear getMinutes
        """,
    ]

    private static let withSpaces: Set<String> = [
        "string_ext/format_errors/object inside list",
        "string_ext/format_errors/object inside map",
        "string_ext/format_errors/object not allowed",
    ]
}
