/** The Homebrew formula of a release, which installs the archives for people on macOS and Linux. */

export interface FormulaOptions {
  readonly version: string;
  /** Owner and name of the GitHub repository that has the release. */
  readonly repository: string;
  /** SHA-256 in hex by the name of the archive. */
  readonly sums: ReadonlyMap<string, string>;
}

/** @returns undefined if an archive is missing, because only some targets were built */
export function homebrewFormula({ version, repository, sums }: FormulaOptions): string | undefined {
  const source = (platform: string) => {
    const archive = `dbmon_${version}_${platform}.zip`;
    const sum = sums.get(archive);
    return sum === undefined
      ? undefined
      : `url "https://github.com/${repository}/releases/download/v${version}/${archive}"
      sha256 "${sum}"`;
  };
  const sources = ["darwin_arm64", "darwin_amd64", "linux_arm64", "linux_amd64"].map(source);
  if (sources.includes(undefined)) return undefined;
  const [macArm, macIntel, linuxArm, linuxIntel] = sources;
  return `class Dbmon < Formula
  desc "Alerts as code for a database monitoring service"
  homepage "https://github.com/${repository}"
  version "${version}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      ${macArm}
    end
    on_intel do
      ${macIntel}
    end
  end

  on_linux do
    on_arm do
      ${linuxArm}
    end
    on_intel do
      ${linuxIntel}
    end
  end

  def install
    bin.install "dbmon"
    generate_completions_from_executable(bin/"dbmon", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dbmon --version")
  end
end
`;
}
