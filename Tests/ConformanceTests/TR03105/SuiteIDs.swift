/// The ids of BSI TR-03105 part 5.1, version 1.5: how many cases each unit has, numbered from 1.
enum SuiteIDs {
    static let counts: [(unit: String, count: Int)] = [
        ("ISO7816_A", 3),
        ("ISO7816_B", 10),
        ("ISO7816_C", 8),
        ("ISO7816_D", 15),
        ("ISO7816_E", 38),
        ("ISO7816_F", 9),
        ("ISO7816_G", 41),
        ("LDS_A", 10),
        ("LDS_B", 28),
        ("LDS_C", 28),
        ("LDS_D", 16),
        ("LDS_E", 14),
        ("LDS_F", 7),
        ("LDS_G", 2),
        ("LDS_H", 98),
        ("LDS_I", 3),
        ("LDS_J", 4),
        ("LDS_K", 4),
    ]

    static let all: [String] = counts.flatMap { unit, count in
        (1...count).map { "\(unit)_" + ($0 < 10 ? "0" : "") + "\($0)" }
    }
}
