"""A real S3 service for tests: OpenStack Swift (Debian's python3-swift) with its S3 door, all in one process on loopback.
usage: s3-server.py FOLDER PORT ACCESS_KEY SECRET; prints READY, and ends when its input is closed."""
import logging, os, sys, time
import eventlet
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=False, os=False)
from eventlet import listen, wsgi

folder, port, key, secret = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
account, user = key.split(":")
os.makedirs(folder + "/node/d1", exist_ok=True)


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


write("swift.conf", """[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
""")
from swift.common import utils
utils.set_swift_dir(folder)
from swift.common.storage_policy import reload_storage_policies
reload_storage_policies()
from swift.common import wsgi as swift_wsgi
from swift.common.ring import RingBuilder

sockets = {}
for name in ("object", "container", "account"):
    sockets[name] = listen(("127.0.0.1", 0), backlog=512)
    inside = sockets[name].getsockname()[1]
    builder = RingBuilder(1, 1, 1)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1, device="d1", meta="", ip="127.0.0.1", port=inside,
                         replication_ip="127.0.0.1", replication_port=inside))
    builder.rebalance(seed=1)
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))
    write(name + ".conf", f"""[DEFAULT]
devices = {folder}/node
mount_check = false
swift_dir = {folder}
log_level = ERROR
log_address = /nonexistent
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
{"mb_per_sync = 4096" if name == "object" else ""}
""")

write("proxy.conf", f"""[DEFAULT]
swift_dir = {folder}
log_level = ERROR
log_address = /nonexistent
[pipeline:main]
pipeline = catch_errors gatekeeper memory listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
cors_allow_origin = *
cors_expose_headers = content-length, content-range, etag
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
dns_compliant_bucket_names = true
allow_multipart_uploads = true
max_upload_part_num = 10000
max_parts_listing = 10000
check_bucket_owner = false
cors_preflight_allow_origin = *
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
[filter:dlo]
use = egg:swift#dlo
[filter:bulk]
use = egg:swift#bulk
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:memory]
paste.filter_factory = __main__:memory_factory
""")


class Memory:
    """What memcached would hold."""

    def __init__(self):
        self.values = {}

    def get(self, name, **_):
        value = self.values.get(name)
        if value and value[1] and value[1] < time.time():
            self.values.pop(name, None)
            return None
        return value[0] if value else None

    def set(self, name, value, time=0, **_):
        self.values[name] = (value, now() + time if time else 0)

    def delete(self, name, **_):
        self.values.pop(name, None)

    def incr(self, name, delta=1, time=0, **_):
        value = int(self.get(name) or 0) + delta
        self.set(name, value, time)
        return value

    def decr(self, name, delta=1, time=0, **_):
        return self.incr(name, -delta, time)

    def set_multi(self, mapping, server_key, time=0, **_):
        for name, value in mapping.items():
            self.set(name, value, time)

    def get_multi(self, names, server_key=None):
        return [self.get(name) for name in names]


now = time.time


def memory_factory(conf, **local):
    memory = Memory()

    def wrap(app):
        def call(env, start):
            env["swift.cache"] = memory
            return app(env, start)
        return call
    return wrap


silent = logging.getLogger("silent")
silent.addHandler(logging.NullHandler())
silent.propagate = False
pool = eventlet.GreenPool(1000)


def serve(sock, conf, section):
    app = swift_wsgi.loadapp(os.path.join(folder, conf), global_conf={"log_name": section})
    eventlet.spawn(wsgi.server, sock, app, silent, custom_pool=pool, protocol=swift_wsgi.SwiftHttpProtocol,
                   log_output=False, keepalive=True, capitalize_response_headers=False)


for name in ("account", "container", "object"):
    serve(sockets[name], name + ".conf", name + "-server")
serve(listen(("127.0.0.1", port), backlog=512), "proxy.conf", "proxy-server")
print("READY", flush=True)
eventlet.hubs.trampoline(0, read=True)
