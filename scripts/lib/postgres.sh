# A throw-away PostgreSQL cluster on loopback for the tests. Sourced by the scripts beside it.
#
# start_postgres sets POSTGRES_URL; stop_postgres ends the server and removes its folder. The server refuses to run
# as root, so root hands it to the user `postgres` that the package makes. It listens on a free port of 127.0.0.1,
# and its data is gone with the run: durability is switched off here and nowhere else.

start_postgres() {
    local bin attempt
    bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    POSTGRES_BIN=$bin
    POSTGRES_DIR=$(mktemp -d "${TMPDIR:-/tmp}/regimen-postgres.XXXXXX")
    if [ "$(id -u)" -eq 0 ]; then
        chown postgres "$POSTGRES_DIR"
        POSTGRES_RUN=(setpriv --reuid=postgres --regid=postgres --init-groups env -C "$POSTGRES_DIR")
    else
        POSTGRES_RUN=(env -C "$POSTGRES_DIR")
    fi
    "${POSTGRES_RUN[@]}" "$bin/initdb" --pgdata="$POSTGRES_DIR/data" --username=regimen --auth=trust \
        --encoding=UTF8 --locale=C.UTF-8 >/dev/null
    for attempt in 1 2 3 4 5; do
        local port=$((20000 + RANDOM % 20000))
        if "${POSTGRES_RUN[@]}" "$bin/pg_ctl" --pgdata="$POSTGRES_DIR/data" --log="$POSTGRES_DIR/log" --wait --silent \
            --options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c max_connections=200" \
            start >/dev/null 2>&1; then
            POSTGRES_URL="postgres://regimen@127.0.0.1:$port/postgres"
            echo "$("$bin/postgres" --version), port $port"
            return
        fi
    done
    echo "error: PostgreSQL did not start; its log says:" >&2
    tail -n 20 "$POSTGRES_DIR/log" >&2
    rm -rf "$POSTGRES_DIR"
    return 1
}

stop_postgres() {
    "${POSTGRES_RUN[@]}" "$POSTGRES_BIN/pg_ctl" --pgdata="$POSTGRES_DIR/data" --mode=immediate --silent stop || true
    rm -rf "$POSTGRES_DIR"
}
