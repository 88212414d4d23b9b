#!/bin/sh
# Installs dbmon RELEASE_VERSION into .dbmon for the jobs of CI. Verifies the signature of the checksums, then the checksum of the archive.
# DBMON_RELEASES is the address of a mirror of the releases, if the jobs cannot reach GitHub.
set -eu
releases=${DBMON_RELEASES:-https://github.com/RELEASE_REPOSITORY/releases/download}
case $(uname -m) in
  x86_64) platform=linux_amd64 ;;
  *) platform=linux_arm64 ;;
esac
if ls /lib/ld-musl-* > /dev/null 2>&1; then platform=${platform}_musl; fi
archive=dbmon_RELEASE_VERSION_$platform.zip
sums=terraform-provider-dbmon_RELEASE_VERSION_SHA256SUMS
signature=dbmon_RELEASE_VERSION_SHA256SUMS.sig

mkdir -p .dbmon
cd .dbmon
cat > release-key.pem << 'END'
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAlWjMReqnZgMEV7p9vlHcq/moJ6oePHZd3R2y9BsgX34=
-----END PUBLIC KEY-----
END
for file in "$sums" "$signature" "$archive"; do
  curl --fail --silent --show-error --location --retry 3 --output "$file" "$releases/vRELEASE_VERSION/$file"
done
openssl pkeyutl -verify -pubin -inkey release-key.pem -rawin -in "$sums" -sigfile "$signature"
grep "  $archive\$" "$sums" > sums
sha256sum -c sums
unzip -q -o "$archive" dbmon
chmod +x dbmon
