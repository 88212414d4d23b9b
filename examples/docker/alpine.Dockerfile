# A CI image with dbmon and its Terraform provider on Alpine, without Node.js. Build it in a folder with the files of a release:
#   docker build --file alpine.Dockerfile --build-arg VERSION=0.1.0 --tag ci-alerts .
FROM alpine:3.22
ARG VERSION
ARG TARGETARCH=amd64
RUN apk add --no-cache libstdc++ unzip
COPY terraform-provider-dbmon_${VERSION}_SHA256SUMS dbmon_${VERSION}_linux_${TARGETARCH}_musl.zip /tmp/release/
RUN cd /tmp/release \
  && grep "  dbmon_${VERSION}_linux_${TARGETARCH}_musl.zip$" "terraform-provider-dbmon_${VERSION}_SHA256SUMS" | sha256sum -c - \
  && unzip -q "dbmon_${VERSION}_linux_${TARGETARCH}_musl.zip" dbmon -d /usr/local/bin \
  && rm -r /tmp/release \
  && dbmon provider install /usr/local/share/dbmon-mirror > /etc/dbmon.tfrc
ENV TF_CLI_CONFIG_FILE=/etc/dbmon.tfrc
