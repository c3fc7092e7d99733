# The bot in a container: docker build -t labirynt . && docker run -d --env-file .env -v labirynt:/data labirynt
# .env names the token and no more: folder, port and form of the log are set below.
# Python as in the tests; a newer one: this line alone. Nothing is fetched that the lock files do not name with a hash.
FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1 AS base

FROM base AS build
# `postgres` for a bot on PostgreSQL.
ARG EXTRAS=""
ENV UV_PROJECT_ENVIRONMENT=/opt/labirynt UV_PYTHON=/usr/local/bin/python UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1
WORKDIR /build
COPY uv.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement uv.txt
COPY pyproject.toml uv.lock README.md LICENSE ./
RUN uv sync --frozen --no-dev --no-cache --no-install-project ${EXTRAS:+--extra ${EXTRAS}}
COPY bot bot
COPY images images
COPY rules rules
RUN uv sync --frozen --no-dev --no-cache --no-editable ${EXTRAS:+--extra ${EXTRAS}}

FROM base
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin labirynt \
    && install --directory --owner labirynt --group labirynt --mode 0700 /data
COPY --from=build /opt/labirynt /opt/labirynt
ENV PATH=/opt/labirynt/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    LABIRYNT_DATA=/data \
    LABIRYNT_LOG_FORMAT=json \
    LABIRYNT_HEALTH_PORT=9464
WORKDIR /data
USER 10001
VOLUME /data
STOPSIGNAL SIGTERM
# 503, and so unhealthy, when Discord is not heard or nothing can be stored.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"LABIRYNT_HEALTH_PORT\"]}/health', timeout=8)"]
ENTRYPOINT ["labirynt"]
CMD ["run"]
