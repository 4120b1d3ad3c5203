package com.google.common.net;

/** Is never called for keys. */
public class InternetDomainName {
  public static InternetDomainName from(String name) {
    throw new IllegalArgumentException(name);
  }

  public InternetDomainName publicSuffix() {
    return null;
  }
}
