//! Ports that web sites do not use.

/// What uses a port that web sites do not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortUse {
    /// Browsers block the port, since other protocols use it.
    BlockedByBrowsers,
    /// A service that accepts or tolerates HTTP and must not be reached through a crawler.
    /// Its name reads well after "used by".
    Service(&'static str),
}

impl PortUse {
    /// What uses a port; `None` if web sites may use it.
    pub fn of(port: u16) -> Option<Self> {
        if BLOCKED_BY_BROWSERS.binary_search(&port).is_ok() {
            return Some(Self::BlockedByBrowsers);
        }
        let found = SERVICES.binary_search_by_key(&port, |(port, _)| *port).ok()?;
        SERVICES.get(found).map(|(_, service)| Self::Service(service))
    }
}

/// The ports that the Fetch standard blocks (section 2.9, "port blocking").
const BLOCKED_BY_BROWSERS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];

/// Databases, caches, message brokers, orchestrators and remote administration. Ports
/// where people serve web sites too (3000, 5000, 8000, 8080, 8123, 8443, 8501, 8888,
/// 9000, 9090 and their like) are not listed.
const SERVICES: [(u16, &str); 57] = [
    (445, "Windows file sharing"),
    (873, "rsync"),
    (1433, "SQL Server"),
    (1521, "Oracle Database"),
    (1883, "MQTT"),
    (2181, "ZooKeeper"),
    (2375, "Docker"),
    (2376, "Docker"), // with TLS
    (2377, "Docker Swarm"),
    (2379, "etcd"), // clients
    (2380, "etcd"), // peers
    (3306, "MySQL"),
    (3389, "Remote Desktop"),
    (4222, "NATS"),
    (4369, "the Erlang port mapper"),
    (4505, "Salt"),  // publisher
    (4506, "Salt"),  // request server
    (4646, "Nomad"), // HTTP
    (4647, "Nomad"), // RPC
    (5432, "PostgreSQL"),
    (5671, "RabbitMQ"), // with TLS
    (5672, "RabbitMQ"),
    (5900, "VNC"), // the first display
    (5901, "VNC"), // the second
    (5984, "CouchDB"),
    (5985, "WinRM"),
    (5986, "WinRM"), // with TLS
    (6379, "Redis"),
    (6380, "Redis"), // with TLS
    (6443, "the Kubernetes API"),
    (6984, "CouchDB"), // with TLS
    (7474, "Neo4j"),   // HTTP
    (7687, "Neo4j"),   // Bolt
    (8086, "InfluxDB"),
    (8200, "Vault"),
    (8201, "Vault"),  // cluster
    (8300, "Consul"), // RPC
    (8500, "Consul"), // HTTP
    (8529, "ArangoDB"),
    (8983, "Solr"),
    (9042, "Cassandra"),
    (9092, "Kafka"),
    (9160, "Cassandra"),     // Thrift
    (9200, "Elasticsearch"), // HTTP
    (9300, "Elasticsearch"), // between nodes
    (10250, "the kubelet"),
    (10255, "the kubelet"), // read-only
    (10257, "the Kubernetes controller manager"),
    (10259, "the Kubernetes scheduler"),
    (11211, "memcached"),
    (15672, "RabbitMQ"), // management
    (16379, "Redis"),    // cluster
    (25672, "RabbitMQ"), // between nodes
    (26379, "Redis"),    // Sentinel
    (27017, "MongoDB"),
    (27018, "MongoDB"), // shards
    (27019, "MongoDB"), // configuration
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches rely on it.
    #[test]
    fn tables_are_sorted_and_disjoint() {
        assert!(BLOCKED_BY_BROWSERS.is_sorted_by(|a, b| a < b));
        assert!(SERVICES.is_sorted_by(|(a, _), (b, _)| a < b));
        for (port, service) in SERVICES {
            assert!(!BLOCKED_BY_BROWSERS.contains(&port), "{service}: {port}");
            assert_eq!(PortUse::of(port), Some(PortUse::Service(service)));
        }
    }

    #[test]
    fn ports_of_web_sites_are_in_no_table() {
        for port in [80, 443, 591, 3000, 4000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088]
            .into_iter()
            .chain([8123, 8443, 8501, 8787, 8888, 9000, 9090, 9443, 10000])
        {
            assert_eq!(PortUse::of(port), None, "{port}");
        }
    }
}
