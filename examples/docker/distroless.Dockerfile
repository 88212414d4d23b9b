# An image that contains only dbmon and glibc, without a shell. Build it in a folder with the files of a release:
#   docker build --file distroless.Dockerfile --build-arg VERSION=0.1.0 --tag dbmon .
#   docker run --rm --env DBMON_BASE_URL --env DBMON_API_TOKEN --volume "$PWD:/work" dbmon plan alerts.yaml
FROM debian:13-slim AS unpack
ARG VERSION
ARG TARGETARCH=amd64
RUN apt-get update && apt-get install -y --no-install-recommends unzip
COPY terraform-provider-dbmon_${VERSION}_SHA256SUMS dbmon_${VERSION}_linux_${TARGETARCH}.zip /tmp/release/
RUN cd /tmp/release \
  && grep "  dbmon_${VERSION}_linux_${TARGETARCH}.zip$" "terraform-provider-dbmon_${VERSION}_SHA256SUMS" | sha256sum -c - \
  && unzip -q "dbmon_${VERSION}_linux_${TARGETARCH}.zip" dbmon -d /usr/local/bin

FROM gcr.io/distroless/base-debian13:nonroot
COPY --from=unpack /usr/local/bin/dbmon /usr/local/bin/dbmon
WORKDIR /work
ENTRYPOINT ["dbmon"]
